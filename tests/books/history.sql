BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'scorekeeper','journal_and_rulebooks','2026-11-30 10:05:14.466446+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'scorekeeper','settings','2026-11-30 10:05:14.466584+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'scorekeeper','projections','2026-11-30 10:05:14.466818+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'scorekeeper','chain','2026-11-30 10:05:14.467107+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'scorekeeper','access','2026-11-30 13:03:37.854327+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'scorekeeper','history','2026-11-30 17:56:08.103290+00:00');
CREATE TABLE devices (
             id TEXT NOT NULL PRIMARY KEY, invitation TEXT NOT NULL REFERENCES invitations, name TEXT NOT NULL,
             secret TEXT NOT NULL UNIQUE, joined_at TEXT NOT NULL, used_at TEXT NOT NULL, ended_at TEXT) STRICT;
INSERT INTO "devices" VALUES('f0b941ffc3ccc8fa','9f9d132fbc136c66','Ana''s phone','09fa55bb09911d4225776eb02970dd4fbbc053204cff467225051d1be158d0bf','2026-11-30T13:03:37Z','2026-11-30T13:03:37Z',NULL);
INSERT INTO "devices" VALUES('15d3b3061249591e','5d4b10380f6379f1','The table','51c4dab836203cb1efaacb4d8646a3be0ff472c89f070454f3bbb794975de6b0','2026-11-30T13:03:38Z','2026-11-30T13:03:38Z',NULL);
CREATE TABLE drawn (version INTEGER NOT NULL, given INTEGER NOT NULL) STRICT;
INSERT INTO "drawn" VALUES(1,4);
CREATE TABLE drawn_deals (
             id INTEGER PRIMARY KEY, "match" INTEGER NOT NULL REFERENCES drawn_matches, number INTEGER,
             dealer INTEGER NOT NULL, struck_out INTEGER NOT NULL, note TEXT NOT NULL, at TEXT NOT NULL,
             changed_at TEXT NOT NULL) STRICT;
INSERT INTO "drawn_deals" VALUES(2,1,1,1,0,'','2026-11-30T10:05:14Z','2026-11-30T10:05:14Z');
INSERT INTO "drawn_deals" VALUES(3,1,2,2,0,'','2026-11-30T10:05:14Z','2026-11-30T10:05:14Z');
INSERT INTO "drawn_deals" VALUES(5,1,NULL,3,1,'','2026-11-30T10:05:14Z','2026-11-30T10:05:14Z');
INSERT INTO "drawn_deals" VALUES(7,1,3,3,0,'','2026-11-30T10:05:14Z','2026-11-30T10:05:14Z');
INSERT INTO "drawn_deals" VALUES(9,8,1,0,0,'','2026-11-30T10:05:14Z','2026-11-30T13:03:38Z');
CREATE TABLE drawn_lines (
             deal INTEGER NOT NULL REFERENCES drawn_deals, side INTEGER NOT NULL, position INTEGER NOT NULL,
             key TEXT NOT NULL, count INTEGER, each INTEGER, points INTEGER NOT NULL,
             PRIMARY KEY (deal, side, position)) WITHOUT ROWID, STRICT;
INSERT INTO "drawn_lines" VALUES(2,0,0,'canastas.natural',2,500,1000);
INSERT INTO "drawn_lines" VALUES(2,0,1,'canastas.mixed',1,300,300);
INSERT INTO "drawn_lines" VALUES(2,0,2,'red_threes',2,100,200);
INSERT INTO "drawn_lines" VALUES(2,0,3,'going_out',NULL,NULL,100);
INSERT INTO "drawn_lines" VALUES(2,0,4,'card_points',NULL,NULL,430);
INSERT INTO "drawn_lines" VALUES(2,0,5,'hand_points',NULL,NULL,0);
INSERT INTO "drawn_lines" VALUES(2,1,0,'canastas.mixed',1,300,300);
INSERT INTO "drawn_lines" VALUES(2,1,1,'red_threes',1,100,100);
INSERT INTO "drawn_lines" VALUES(2,1,2,'card_points',NULL,NULL,180);
INSERT INTO "drawn_lines" VALUES(2,1,3,'hand_points',NULL,NULL,-75);
INSERT INTO "drawn_lines" VALUES(3,0,0,'result',NULL,NULL,120);
INSERT INTO "drawn_lines" VALUES(3,1,0,'result',NULL,NULL,2400);
INSERT INTO "drawn_lines" VALUES(5,0,0,'result',NULL,NULL,5);
INSERT INTO "drawn_lines" VALUES(5,1,0,'result',NULL,NULL,5);
INSERT INTO "drawn_lines" VALUES(7,0,0,'result',NULL,NULL,-300);
INSERT INTO "drawn_lines" VALUES(7,1,0,'result',NULL,NULL,2600);
INSERT INTO "drawn_lines" VALUES(9,0,0,'result',NULL,NULL,1000);
INSERT INTO "drawn_lines" VALUES(9,1,0,'result',NULL,NULL,500);
CREATE TABLE drawn_matches (
             id INTEGER PRIMARY KEY, variant TEXT NOT NULL, variant_name TEXT NOT NULL,
             rules TEXT NOT NULL REFERENCES rulebooks, players INTEGER NOT NULL, played_on TEXT NOT NULL,
             place TEXT NOT NULL, note TEXT NOT NULL, words TEXT NOT NULL, opened_at TEXT NOT NULL,
             changed_at TEXT NOT NULL, last_entry INTEGER NOT NULL, finished INTEGER NOT NULL, ended INTEGER NOT NULL,
             winner INTEGER, deals INTEGER NOT NULL, dealer INTEGER NOT NULL) STRICT;
INSERT INTO "drawn_matches" VALUES(1,'classic','Classic canasta','80e5974b24893e62d6367606cc4d5e9c59229a1d216144345241f3dfe71f5e23',4,'2026-11-30','','','','2026-11-30T10:05:14Z','2026-11-30T10:05:14Z',7,1,0,1,3,0);
INSERT INTO "drawn_matches" VALUES(8,'americana','Canasta Americana','8418ff204d9a7b06f1ceecbe4f8b7143f1e94a7ab39fb373eaf7fad485d687b1',4,'2026-11-30','','','','2026-11-30T10:05:14Z','2026-11-30T13:03:38Z',10,0,0,NULL,1,1);
CREATE TABLE drawn_months (
             subject TEXT NOT NULL, month TEXT NOT NULL, variant TEXT NOT NULL, matches INTEGER NOT NULL,
             finished INTEGER NOT NULL, deals INTEGER NOT NULL, facts TEXT NOT NULL,
             PRIMARY KEY (subject, month, variant)) WITHOUT ROWID, STRICT;
INSERT INTO "drawn_months" VALUES('','2026-11','americana',1,0,1,'[0,0,0,2,1500,1,0,0,0,0,0,0,0,0,1,1000,1,{},{},[1000,9,8],[500,9,8],null,null,null,null,null,null]');
INSERT INTO "drawn_months" VALUES('','2026-11','classic',1,1,3,'[2,1,0,6,7355,3,2,0,3,1,0,0,2,75,3,3225,1,{"mixed":2,"natural":2},{"50":[2,2]},[2600,7,1],[-300,7,1],[1525,1,1],[3655,1,1],[3655,1,1],[5505,1,1],[3,1,1],[3,1,1]]');
INSERT INTO "drawn_months" VALUES('1','2026-11','americana',1,0,1,'[0,0,0,1,1000,1,0,0,0,0,0,0,0,0,1,1000,1,{},{},[1000,9,8],[1000,9,8],null,null,null,null,null,null]');
INSERT INTO "drawn_months" VALUES('1','2026-11','classic',1,1,3,'[1,0,0,3,1850,1,1,0,2,1,0,0,1,0,0,0,0,{"mixed":1,"natural":2},{"50":[1,1]},[2030,2,1],[-300,7,1],null,[3655,1,1],null,[1850,1,1],[3,1,1],[3,1,1]]');
INSERT INTO "drawn_months" VALUES('1-2','2026-11','americana',1,0,1,'[0,0,0,1,1000,1,0,0,0,0,0,0,0,0,1,1000,1,{},{},[1000,9,8],[1000,9,8],null,null,null,null,null,null]');
INSERT INTO "drawn_months" VALUES('1-2','2026-11','classic',1,1,3,'[1,0,0,3,1850,1,1,0,2,1,0,0,1,0,1,120,0,{"mixed":1,"natural":2},{"50":[1,1]},[2030,2,1],[-300,7,1],null,[3655,1,1],null,[1850,1,1],[3,1,1],[3,1,1]]');
INSERT INTO "drawn_months" VALUES('2','2026-11','americana',1,0,1,'[0,0,0,1,1000,1,0,0,0,0,0,0,0,0,0,0,0,{},{},[1000,9,8],[1000,9,8],null,null,null,null,null,null]');
INSERT INTO "drawn_months" VALUES('2','2026-11','classic',1,1,3,'[1,0,0,3,1850,1,1,0,2,1,0,0,1,0,1,120,0,{"mixed":1,"natural":2},{"50":[1,1]},[2030,2,1],[-300,7,1],null,[3655,1,1],null,[1850,1,1],[3,1,1],[3,1,1]]');
INSERT INTO "drawn_months" VALUES('3','2026-11','americana',1,0,1,'[0,0,0,1,500,0,0,0,0,0,0,0,0,0,0,0,0,{},{},[500,9,8],[500,9,8],null,null,null,null,null,null]');
INSERT INTO "drawn_months" VALUES('3','2026-11','classic',1,1,3,'[1,1,0,3,5505,2,1,0,1,0,0,0,1,75,1,505,0,{"mixed":1},{"50":[1,1]},[2600,7,1],[505,2,1],[1525,1,1],[3655,1,1],[3655,1,1],[5505,1,1],[3,1,1],[3,1,1]]');
INSERT INTO "drawn_months" VALUES('3-4','2026-11','americana',1,0,1,'[0,0,0,1,500,0,0,0,0,0,0,0,0,0,0,0,0,{},{},[500,9,8],[500,9,8],null,null,null,null,null,null]');
INSERT INTO "drawn_months" VALUES('3-4','2026-11','classic',1,1,3,'[1,1,0,3,5505,2,1,0,1,0,0,0,1,75,2,3105,1,{"mixed":1},{"50":[1,1]},[2600,7,1],[505,2,1],[1525,1,1],[3655,1,1],[3655,1,1],[5505,1,1],[3,1,1],[3,1,1]]');
INSERT INTO "drawn_months" VALUES('4','2026-11','americana',1,0,1,'[0,0,0,1,500,0,0,0,0,0,0,0,0,0,0,0,0,{},{},[500,9,8],[500,9,8],null,null,null,null,null,null]');
INSERT INTO "drawn_months" VALUES('4','2026-11','classic',1,1,3,'[1,1,0,3,5505,2,1,0,1,0,0,0,1,75,1,2600,1,{"mixed":1},{"50":[1,1]},[2600,7,1],[505,2,1],[1525,1,1],[3655,1,1],[3655,1,1],[5505,1,1],[3,1,1],[3,1,1]]');
CREATE TABLE drawn_people (
             id INTEGER PRIMARY KEY, name TEXT NOT NULL, own_name TEXT NOT NULL, spellings TEXT NOT NULL,
             nicknames TEXT NOT NULL, hidden INTEGER NOT NULL, changed INTEGER NOT NULL, mark TEXT NOT NULL) STRICT;
INSERT INTO "drawn_people" VALUES(1,'Ana','Ana','["Ana"]','[]',0,1,'FKK');
INSERT INTO "drawn_people" VALUES(2,'Rui','Rui','["Rui"]','[]',0,1,'MHB');
INSERT INTO "drawn_people" VALUES(3,'Marta','Marta','["Marta"]','[]',0,1,'KJR');
INSERT INTO "drawn_people" VALUES(4,'Zé','Zé','["Zé"]','[]',0,1,'HSX');
CREATE TABLE drawn_scores (
             deal INTEGER NOT NULL REFERENCES drawn_deals, side INTEGER NOT NULL, faced INTEGER, score INTEGER NOT NULL,
             total INTEGER NOT NULL, opening_minimum INTEGER, went_out INTEGER NOT NULL, concealed INTEGER NOT NULL,
             opened INTEGER, canastas INTEGER, red_threes INTEGER, left_in_hand INTEGER,
             PRIMARY KEY (deal, side)) WITHOUT ROWID, STRICT;
INSERT INTO "drawn_scores" VALUES(2,0,50,2030,2030,90,1,0,1,3,2,0);
INSERT INTO "drawn_scores" VALUES(2,1,50,505,505,50,0,0,1,1,1,75);
INSERT INTO "drawn_scores" VALUES(3,0,90,120,2150,90,0,0,NULL,NULL,NULL,NULL);
INSERT INTO "drawn_scores" VALUES(3,1,50,2400,2905,90,0,0,NULL,NULL,NULL,NULL);
INSERT INTO "drawn_scores" VALUES(5,0,90,5,2150,90,0,0,NULL,NULL,NULL,NULL);
INSERT INTO "drawn_scores" VALUES(5,1,90,5,2905,90,0,0,NULL,NULL,NULL,NULL);
INSERT INTO "drawn_scores" VALUES(7,0,90,-300,1850,90,0,0,NULL,NULL,NULL,NULL);
INSERT INTO "drawn_scores" VALUES(7,1,90,2600,5505,120,0,0,NULL,NULL,NULL,NULL);
INSERT INTO "drawn_scores" VALUES(9,0,125,1000,1250,125,0,0,NULL,NULL,NULL,NULL);
INSERT INTO "drawn_scores" VALUES(9,1,125,500,460,125,0,0,NULL,NULL,NULL,NULL);
CREATE TABLE drawn_seats (
             "match" INTEGER NOT NULL REFERENCES drawn_matches, seat INTEGER NOT NULL, side INTEGER NOT NULL,
             name TEXT NOT NULL, key TEXT NOT NULL, person INTEGER, facts TEXT NOT NULL,
             PRIMARY KEY ("match", seat)) WITHOUT ROWID, STRICT;
INSERT INTO "drawn_seats" VALUES(1,0,0,'Ana','ana',1,'[1,0,0,3,1850,1,1,0,2,1,0,0,1,0,0,0,0,{"mixed":1,"natural":2},{"50":[1,1]},[2030,2,1],[-300,7,1],null,[3655,1,1],null,[1850,1,1],[3,1,1],[3,1,1]]');
INSERT INTO "drawn_seats" VALUES(1,1,1,'Marta','marta',3,'[1,1,0,3,5505,2,1,0,1,0,0,0,1,75,1,505,0,{"mixed":1},{"50":[1,1]},[2600,7,1],[505,2,1],[1525,1,1],[3655,1,1],[3655,1,1],[5505,1,1],[3,1,1],[3,1,1]]');
INSERT INTO "drawn_seats" VALUES(1,2,0,'Rui','rui',2,'[1,0,0,3,1850,1,1,0,2,1,0,0,1,0,1,120,0,{"mixed":1,"natural":2},{"50":[1,1]},[2030,2,1],[-300,7,1],null,[3655,1,1],null,[1850,1,1],[3,1,1],[3,1,1]]');
INSERT INTO "drawn_seats" VALUES(1,3,1,'Zé','zé',4,'[1,1,0,3,5505,2,1,0,1,0,0,0,1,75,1,2600,1,{"mixed":1},{"50":[1,1]},[2600,7,1],[505,2,1],[1525,1,1],[3655,1,1],[3655,1,1],[5505,1,1],[3,1,1],[3,1,1]]');
INSERT INTO "drawn_seats" VALUES(8,0,0,'Ana','ana',1,'[0,0,0,1,1000,1,0,0,0,0,0,0,0,0,1,1000,1,{},{},[1000,9,8],[1000,9,8],null,null,null,null,null,null]');
INSERT INTO "drawn_seats" VALUES(8,1,1,'Marta','marta',3,'[0,0,0,1,500,0,0,0,0,0,0,0,0,0,0,0,0,{},{},[500,9,8],[500,9,8],null,null,null,null,null,null]');
INSERT INTO "drawn_seats" VALUES(8,2,0,'Rui','rui',2,'[0,0,0,1,1000,1,0,0,0,0,0,0,0,0,0,0,0,{},{},[1000,9,8],[1000,9,8],null,null,null,null,null,null]');
INSERT INTO "drawn_seats" VALUES(8,3,1,'Zé','zé',4,'[0,0,0,1,500,0,0,0,0,0,0,0,0,0,0,0,0,{},{},[500,9,8],[500,9,8],null,null,null,null,null,null]');
CREATE TABLE drawn_sides (
             "match" INTEGER NOT NULL REFERENCES drawn_matches, side INTEGER NOT NULL, name TEXT NOT NULL,
             typed TEXT NOT NULL, players TEXT NOT NULL, partnership TEXT, total INTEGER NOT NULL,
             opening_minimum INTEGER, facts TEXT NOT NULL, PRIMARY KEY ("match", side)) WITHOUT ROWID, STRICT;
INSERT INTO "drawn_sides" VALUES(1,0,'Ana & Rui','Ana & Rui','["Ana","Rui"]','1-2',1850,90,'[1,0,0,3,1850,1,1,0,2,1,0,0,1,0,1,120,0,{"mixed":1,"natural":2},{"50":[1,1]},[2030,2,1],[-300,7,1],null,[3655,1,1],null,[1850,1,1],[3,1,1],[3,1,1]]');
INSERT INTO "drawn_sides" VALUES(1,1,'Marta & Zé','Marta & Zé','["Marta","Zé"]','3-4',5505,120,'[1,1,0,3,5505,2,1,0,1,0,0,0,1,75,2,3105,1,{"mixed":1},{"50":[1,1]},[2600,7,1],[505,2,1],[1525,1,1],[3655,1,1],[3655,1,1],[5505,1,1],[3,1,1],[3,1,1]]');
INSERT INTO "drawn_sides" VALUES(8,0,'Ana & Rui','Ana & Rui','["Ana","Rui"]','1-2',1250,125,'[0,0,0,1,1000,1,0,0,0,0,0,0,0,0,1,1000,1,{},{},[1000,9,8],[1000,9,8],null,null,null,null,null,null]');
INSERT INTO "drawn_sides" VALUES(8,1,'Marta & Zé','Marta & Zé','["Marta","Zé"]','3-4',460,125,'[0,0,0,1,500,0,0,0,0,0,0,0,0,0,0,0,0,{},{},[500,9,8],[500,9,8],null,null,null,null,null,null]');
CREATE TABLE drawn_standings (
             subject TEXT NOT NULL, played_on TEXT NOT NULL, "match" INTEGER NOT NULL, variant TEXT NOT NULL,
             partners INTEGER NOT NULL, won INTEGER NOT NULL, played INTEGER NOT NULL, wins INTEGER NOT NULL,
             rating INTEGER NOT NULL, rated INTEGER NOT NULL, run INTEGER, variant_run INTEGER,
             PRIMARY KEY (subject, played_on, "match")) WITHOUT ROWID, STRICT;
INSERT INTO "drawn_standings" VALUES('1','2026-11-30',1,'classic',0,0,1,0,148400,1,NULL,NULL);
INSERT INTO "drawn_standings" VALUES('1-2','2026-11-30',1,'classic',1,0,1,0,148400,1,NULL,NULL);
INSERT INTO "drawn_standings" VALUES('2','2026-11-30',1,'classic',0,0,1,0,148400,1,NULL,NULL);
INSERT INTO "drawn_standings" VALUES('3','2026-11-30',1,'classic',0,1,1,1,151600,1,1,1);
INSERT INTO "drawn_standings" VALUES('3-4','2026-11-30',1,'classic',1,1,1,1,151600,1,1,1);
INSERT INTO "drawn_standings" VALUES('4','2026-11-30',1,'classic',0,1,1,1,151600,1,1,1);
CREATE TABLE invitations (
             id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, "match" INTEGER,
             link TEXT NOT NULL UNIQUE, code TEXT NOT NULL UNIQUE, made_at TEXT NOT NULL, ended_at TEXT) STRICT;
INSERT INTO "invitations" VALUES('9f9d132fbc136c66','Ana','owner',NULL,'e9ac3bcafeffe3c9fd1abc67ce1c4165d0650a5ed7514039ef0feaf2fbeff898','ebeecb1942ad391248f7b810bb92c851b66dd8373d3f38bca41c45556de69baf','2026-11-30T13:03:37Z','2026-11-30T13:03:37Z');
INSERT INTO "invitations" VALUES('5d4b10380f6379f1','The table','viewer',1,'564b20693addfb5b4f03ad1d6426bbe8ff02424e1c440b8a95c3c6fec3549d51','1e44afe3522f8f42e877563688f5db571fcb118c9eb53a87fa5dc3280df001ee','2026-11-30T13:03:37Z',NULL);
CREATE TABLE journal (
             number INTEGER PRIMARY KEY AUTOINCREMENT, op_id TEXT NOT NULL UNIQUE, "match" INTEGER NOT NULL,
             kind TEXT NOT NULL, body TEXT NOT NULL, at TEXT NOT NULL, hash TEXT NOT NULL DEFAULT '', device TEXT) STRICT;
INSERT INTO "journal" VALUES(1,'a-name-for-an-act-000000',1,'opened','{"before":[0,0],"dealer":1,"house_rules":{},"players":4,"rules":"80e5974b24893e62d6367606cc4d5e9c59229a1d216144345241f3dfe71f5e23","sides":[{"name":"Ana & Rui","players":["Ana","Rui"]},{"name":"Marta & Zé","players":["Marta","Zé"]}],"variant":"classic"}','2026-11-30T10:05:14Z','79931998e52dfbff9fcf137cb7f39f723afd75d58c19285502e7aa7d77260a7f',NULL);
INSERT INTO "journal" VALUES(2,'a-name-for-an-act-000001',1,'entered','{"tallies":[{"canastas":{"mixed":1,"natural":2},"card_points":430,"hand_points":0,"red_threes":2,"went_out":true},{"canastas":{"mixed":1},"card_points":180,"hand_points":75,"red_threes":1}]}','2026-11-30T10:05:14Z','f0fbf5a1083aab7c57a793de0c003b9456942b74b562b9e96dea711ee525c569',NULL);
INSERT INTO "journal" VALUES(3,'a-name-for-an-act-000002',1,'entered','{"tallies":[{"result":100},{"result":2500}]}','2026-11-30T10:05:14Z','8f884fe5af3fb1a87073ea272252a552da524bd39399210d9e9ccf4d6503fe24',NULL);
INSERT INTO "journal" VALUES(4,'a-name-for-an-act-000003',1,'corrected','{"deal":3,"tallies":[{"result":120},{"result":2400}]}','2026-11-30T10:05:14Z','8231fba857aa926543449b3635e2999a8a4505dd4affdbbea2892cb9205efb42',NULL);
INSERT INTO "journal" VALUES(5,'a-name-for-an-act-000004',1,'entered','{"tallies":[{"result":5},{"result":5}]}','2026-11-30T10:05:14Z','3b1af591de5a1beb75c6962e0dd79b173a020514afbf2d5087672acd0395ec65',NULL);
INSERT INTO "journal" VALUES(6,'a-name-for-an-act-000005',1,'struck_out','{"deal":5}','2026-11-30T10:05:14Z','2f8b2a2c6417d258d61bde5c3a66c7aa75711efffd5755f9a9479a6d28a0ff98',NULL);
INSERT INTO "journal" VALUES(7,'a-name-for-an-act-000006',1,'entered','{"tallies":[{"result":-300},{"result":2600}]}','2026-11-30T10:05:14Z','4e1271259a6b52f4c11d03a85f774a418aa8a6957426ade6a809eb475d6940e8',NULL);
INSERT INTO "journal" VALUES(8,'a-name-for-an-act-000007',8,'opened','{"before":[250,-40],"dealer":0,"house_rules":{"target":5000},"players":4,"rules":"8418ff204d9a7b06f1ceecbe4f8b7143f1e94a7ab39fb373eaf7fad485d687b1","sides":[{"name":"Ana & Rui","players":["Ana","Rui"]},{"name":"Marta & Zé","players":["Marta","Zé"]}],"variant":"americana"}','2026-11-30T10:05:14Z','2bc29860de872c30119e92ceb368381592e11b11dcfb67afad441dc88b07d608',NULL);
INSERT INTO "journal" VALUES(9,'a-name-for-an-act-000008',8,'entered','{"tallies":[{"result":1000},{"result":500}]}','2026-11-30T10:05:14Z','0342d4dbe344e1ca3713fa6c586ef5416c454e16d6e83c00326e052b52f8219e',NULL);
INSERT INTO "journal" VALUES(10,'a-name-for-an-act-900000',8,'corrected','{"deal":9,"tallies":[{"result":1000},{"result":500}]}','2026-11-30T13:03:38Z','05be787a95db5d049a4f18dcc589512183b519300e3923431824661ac90b06f6','f0b941ffc3ccc8fa');
CREATE TABLE rulebooks (digest TEXT NOT NULL PRIMARY KEY, data TEXT NOT NULL) STRICT;
INSERT INTO "rulebooks" VALUES('80e5974b24893e62d6367606cc4d5e9c59229a1d216144345241f3dfe71f5e23','{"key":"classic","format":1,"name":"Classic canasta","summary":"Four players in pairs, two packs, to 5,000. No canastas of wild cards; a concealed canasta earns extra.","source":"A Portuguese translation of a widely copied English article, which breaks off after the concealed canasta; opening minimums, going out and penalties are those of the classic game as Britannica, Parlett and pagat give it.","links":["https://www.pagat.com/rummy/canasta.html","https://www.britannica.com/topic/canasta/Going-out","https://read-online-books.com/book/read-online-the-penguin-book-of-card-games-everything-you-need-to-know-to-play-over-250-games-free/page-170","https://www.primidi.com/canasta/rules_for_original_canasta/the_play/initial_melds","https://quantumgambitz.com/blog/games/cards/canasta-basket-rummy","https://hu.lybadvice.com/rules-classic-card-game-canasta"],"packs":2,"target":5000,"target_to_be_passed":false,"tie":"another_deal","card_values":{"JK":50,"2":20,"A":20,"K":10,"Q":10,"J":10,"10":10,"9":10,"8":10,"7":5,"6":5,"5":5,"4":5,"B3":5},"seats":{"4":{"sides":2,"deal":11,"canastas_needed":1}},"melds":{"min_cards":3,"wild":[[2,2],[3,3]],"one_per_rank":false,"max_cards":null,"clean_ranks":[],"wild_from":null,"black_threes_from":3,"sign":null},"canastas":{"size":7,"kinds":{"natural":{"label":"Natural canastas","one":"natural","meaning":"seven or more cards of one rank, no wild card","symbol":"natural","bonus":500,"of":"rank","ranks":null,"wild_cards":"none","jokers":null,"twos":null,"card_values":true},"mixed":{"label":"Mixed canastas","one":"mixed","meaning":"seven or more cards of one rank, wild cards among them","symbol":"mixed","bonus":300,"of":"rank","ranks":null,"wild_cards":"some","jokers":null,"twos":null,"card_values":true}},"concealed":100,"wild_paid_to":"any_side"},"going_out":{"bonus":100,"concealed":200,"needs":{},"wild_canastas_count":true},"opening":{"below_zero":15,"ladder":[[1500,50],[3000,90]],"above":120},"red_threes":{"ladder":[100,200,300,800],"sign":{"by":"opened","steps":[-1,1]},"all_against":800},"black_threes":null,"hands":{"apart":{"red_threes":{"cards":["R3"],"each":0,"stated_always":true,"side_out":true}},"doubled":null},"extras":{},"special_hands":{},"play":{"packs":"Two packs of 52 cards with two jokers each: 108 cards. The jokers and the twos are wild.","deal":"Four players, two against two, partners opposite each other: 11 cards each. The deal passes to the left.","other_numbers":{"text":"Games for two, three and six exist; the text gives no figures for them.","title":"Other numbers of players","reading":"001-11"},"first_card":{"text":"The top card of the stock starts the pile. On a three or a wild card another card is turned, until a natural one lies on top.","title":"The first card","reading":""},"draw":"Take the top card of the stock, or the whole pile if you may. Lay what melds you like, then discard one card. What is laid stays laid.","melds":"Three or more cards of one rank, at least two of them natural. Suits do not matter, and there are no runs. Partners share their melds; nobody adds to the other side''s.","opening":{"text":"A side''s first melds, all laid in one turn, must reach its minimum in card values. Red threes and bonuses do not count. The top card of the pile counts if you take it; the cards below do not.","title":"","reading":"001-8"},"pile":{"text":"All of it or nothing, and only if its top card goes into a meld at once. The other cards come after that.","title":"","reading":"001-9"},"blocked":{"text":"A black three on top blocks the pile for the next player.","title":"","reading":"001-9"},"frozen":"A wild card turned up at the start freezes the pile until somebody takes it.","frozen_pile":{"text":"You need two natural cards of the top card''s rank in your hand.","title":"Taking a frozen pile","reading":"001-9"},"wild_cards":"They go with any rank but threes. A wild card put on a natural canasta makes it a mixed one.","red_threes":"Lay a red three on the table at once and draw a card for it. One that comes with the pile is laid down too, but not replaced.","black_threes":"Never melded in ordinary play. In going out you may meld three or four of them as your last meld, without wild cards.","concealed_canasta":{"text":"A canasta laid complete from the hand, or lacking only the top card of the pile. You need not go out with it.","title":"Concealed canasta","reading":""},"dirtied":{"text":"A concealed natural canasta that gets a wild card later is paid as a mixed one, and still as concealed.","title":"Concealed and later mixed","reading":"001-6"},"going_out":{"text":"You go out when you get rid of your last card and your side has the canastas it needs.","title":"","reading":"001-9"},"concealed":{"text":"You lay your whole hand in one turn without having melded before, the canastas needed among it.","title":"","reading":"001-9"},"end":{"text":"Somebody goes out, or the stock is used up; then nobody is paid for going out and all the rest counts as usual.","title":"","reading":"001-9"},"match_end":{"text":"Totals are compared after the whole deal. If both sides have reached the target, the higher total wins.","title":"","reading":"001-9"}},"readings":{"card_values.B3":{"ruling":"001-1","text":"A black three is worth 5 and a red three is the bonus card: the text''s table exchanges the two colours."},"red_threes.ladder":{"ruling":"001-1","text":"A red three brings 100, or 200 if a side has all four: the text''s table exchanges the two colours."},"melds.wild":{"ruling":"001-2, 001-3","text":"Never more than three wild cards, in a meld of any size: the text has lost a \"not\" there."},"canastas.kinds.natural.bonus":{"ruling":"001-7","text":"A natural canasta is 500: the text gives 600 for a concealed one, 100 of them for being concealed."},"canastas.kinds.mixed.bonus":{"ruling":"001-7","text":"A mixed canasta is 300: the text gives 400 for a concealed one, 100 of them for being concealed."},"opening":{"ruling":"001-8","text":"The text breaks off before the minimums; these are those of the article it comes from."},"going_out.bonus":{"ruling":"001-9","text":"The text breaks off before going out; the classic game gives 100 for it."},"target":{"ruling":"001-9","text":"The text breaks off before the end of the match; the classic game is played to 5,000, compared after a whole deal."}},"house_rules":{"seats.4.canastas_needed":{"label":"Canastas needed to go out","ruling":"001-9","choices":[1,2],"labels":["one","two"],"text":"Our reading: the text breaks off before it, and the classic game for four asks for one."},"going_out.concealed":{"label":"Going out concealed, in all","ruling":"001-9","choices":[200,300],"labels":["200","300"],"text":"Our reading: the books add 100 to the ordinary 100; some families count both bonuses in full."},"canastas.concealed":{"label":"Bonus for a concealed canasta","ruling":"001-4, 001-5","choices":[100,0],"labels":["100 each","none"],"text":"Our reading: the text pays it for each canasta, beside the bonus for going out concealed, since they reward different things."},"red_threes.all_against":{"label":"All four red threes of a side that has not melded","ruling":"001-10","choices":[800,400],"labels":["800 against","400 against"],"text":"Our reading: the doubling follows the cards, as Britannica and Parlett have it; some count 100 each."},"red_threes.sign.by":{"label":"Red threes count against a side without","ruling":"001-10","choices":["opened","canastas"],"labels":["a meld","a canasta"],"text":"Our reading: the text is silent, and most books ask only for a meld."},"hands.apart.red_threes.each":{"label":"Red three forgotten in a hand","ruling":"000-17","choices":[0,500],"labels":["no charge","500 against"],"text":"Our reading: the text has no rule for it; many books charge 500."}}}');
INSERT INTO "rulebooks" VALUES('8418ff204d9a7b06f1ceecbe4f8b7143f1e94a7ab39fb373eaf7fad485d687b1','{"key":"americana","format":1,"name":"Canasta Americana","summary":"The modern American game: four players in pairs, two packs, side packets and special hands, to more than 8,500.","source":"A Portuguese rule text of a Brazilian card portal, whose page and table of opening minimums are lost; the minimums and what else it leaves open are those of pagat, Canasta Junction, canasta.com and the Canasta League of America.","links":["https://www.pagat.com/rummy/canasta.html","https://canastajunction.com/2024/09/02/scoring-guide-part-1/","https://canastajunction.com/2024/09/02/scoring-guide-part-2/","https://canasta.com/2023/01/19/count-the-points-in-modern-canasta/","https://github.com/sultar44/openclaw"],"packs":2,"target":5000,"target_to_be_passed":true,"tie":"another_deal","card_values":{"JK":50,"2":20,"A":20,"K":10,"Q":10,"J":10,"10":10,"9":10,"8":10,"7":5,"6":5,"5":5,"4":5,"B3":5,"R3":5},"seats":{"4":{"sides":2,"deal":13,"canastas_needed":2}},"melds":{"min_cards":3,"wild":[[2,2]],"one_per_rank":true,"max_cards":7,"clean_ranks":["7"],"wild_from":3,"black_threes_from":null,"sign":{"by":"canastas","steps":[-1,1]}},"canastas":{"size":7,"kinds":{"special":{"label":"Canastas of aces or sevens","one":"aces, sevens","meaning":"seven aces or seven sevens, no wild card","symbol":"special","bonus":2500,"of":"rank","ranks":["A","7"],"wild_cards":"none","jokers":null,"twos":null,"card_values":true},"natural":{"label":"Natural canastas","one":"natural","meaning":"seven cards of another rank, no wild card","symbol":"natural","bonus":500,"of":"rank","ranks":null,"wild_cards":"none","jokers":null,"twos":null,"card_values":true},"mixed":{"label":"Mixed canastas","one":"mixed","meaning":"seven cards of one rank, one or two of them wild","symbol":"mixed","bonus":300,"of":"rank","ranks":null,"wild_cards":"some","jokers":null,"twos":null,"card_values":true},"twos":{"label":"Canastas of twos","one":"seven twos","meaning":"seven twos, no joker","symbol":"wild","bonus":3000,"of":"wild","ranks":null,"wild_cards":null,"jokers":0,"twos":null,"card_values":true},"four_jokers":{"label":"Wild canastas with four jokers","one":"four jokers","meaning":"all four jokers and three twos","symbol":"wild","bonus":2500,"of":"wild","ranks":null,"wild_cards":null,"jokers":4,"twos":null,"card_values":true},"wild":{"label":"Wild canastas","one":"wild","meaning":"seven wild cards, one to three jokers among them","symbol":"wild","bonus":2000,"of":"wild","ranks":null,"wild_cards":null,"jokers":null,"twos":null,"card_values":true}},"concealed":null,"wild_paid_to":"any_side"},"going_out":{"bonus":100,"concealed":null,"needs":{},"wild_canastas_count":true},"opening":{"below_zero":125,"ladder":[[3000,125],[5000,155]],"above":180},"red_threes":{"ladder":[100,300,500,1000],"sign":{"by":"canastas","steps":[-1,0,1]},"all_against":null},"black_threes":{"ladder":[100,300,500,1000],"sign":{"by":"canastas","steps":[-1,0,1]},"all_against":null},"hands":{"apart":{"threes":{"cards":["B3","R3"],"each":5,"stated_always":false,"side_out":true}},"doubled":null},"extras":{"incomplete_aces":{"label":"Incomplete melds of aces","one":"aces short","on":"incomplete_meld","ranks":["A"],"points":-2500,"at_least":1,"jokers":null},"incomplete_sevens":{"label":"Incomplete melds of sevens","one":"sevens short","on":"incomplete_meld","ranks":["7"],"points":-2500,"at_least":1,"jokers":null},"incomplete_four_jokers":{"label":"Incomplete wild melds with four jokers","one":"four jokers short","on":"incomplete_meld","ranks":["2","JK"],"points":-2000,"at_least":1,"jokers":4},"incomplete_wild":{"label":"Incomplete wild melds","one":"wild short","on":"incomplete_meld","ranks":["2","JK"],"points":-2000,"at_least":1,"jokers":null},"aces_in_hand":{"label":"Hands with three aces or more","one":"aces held","on":"held","ranks":["A"],"points":-1500,"at_least":3,"jokers":null},"sevens_in_hand":{"label":"Hands with three sevens or more","one":"sevens held","on":"held","ranks":["7"],"points":-1500,"at_least":3,"jokers":null}},"special_hands":{"straight":{"label":"Straight","meaning":"one card of every rank from ace to king, with a two, a three and a joker","points":3000},"pairs":{"label":"Pairs without wild cards","meaning":"seven pairs of different ranks, no threes and no wild cards","points":2500},"pairs_with_twos":{"label":"Pairs with twos","meaning":"seven pairs of different ranks, among them twos, sevens and aces; no threes and no jokers","points":2000},"garbage":{"label":"Garbage","meaning":"twice four cards of one rank and twice three, no wild cards and no threes","points":2000}},"play":{"packs":"Two packs of 52 cards with two jokers each: 108 cards. The jokers and the twos are wild.","deal":"Four players, two against two, partners opposite each other: 13 cards each. Two side packets of four and three cards are laid aside, the rest is the stock.","side_packets":{"text":"Who opens for a side takes a packet, lays it down and picks it up at the next turn. The first side to open gets the one of four cards.","title":"Side packets","reading":""},"draw":"Take a card from the stock, or the whole pile if you may. Lay what melds you like, then discard one card.","melds":{"text":"Three to seven cards of one rank: at least two naturals and at most two wild cards. A side has one meld of each rank.","title":"","reading":"003-24"},"seven_cards":{"text":"A canasta has exactly seven cards, since no meld may have more.","title":"Seven cards","reading":"003-3"},"special_melds":{"text":"Sevens never take a wild card. Aces only in a meld with which the side opened.","title":"Sevens and aces","reading":""},"mixed_aces":{"text":"An ordinary meld for the whole deal: nothing is charged if it stays short of a canasta.","title":"Aces with wild cards","reading":"003-6"},"wild_melds":{"text":"Three to seven wild cards, twos and jokers in any mixture.","title":"Wild melds","reading":""},"opening":"Until it has melded, a side must reach its minimum in one turn, counted in card values. Threes do not help.","opening_top":{"text":"The top card of the pile counts towards the minimum.","title":"Opening with the pile","reading":"003-19"},"opening_clean":{"text":"No meld without wild cards is asked for.","title":"What to open with","reading":"003-18"},"pile":"All of it, and only with two cards of the top card''s rank from your hand; a meld of that rank already laid must have fewer than five cards.","blocked":"A wild card or a three on top blocks the pile.","wild_cards":"Discarded only in going out, or when your hand is nothing but wild cards and threes.","discards":{"text":"No ace and no seven, unless you hold nothing else but wild cards and threes.","title":"Discarding on an empty pile","reading":""},"red_threes":"Threes of either colour may be laid before or after drawing; each is replaced from the stock.","three_discarded":{"text":"Allowed only in going out.","title":"Discarding a three","reading":"003-10"},"going_out":"You go out by discarding your last card, with the canastas needed on your side''s table.","incomplete_out":{"text":"Allowed, with a word of warning: aces, sevens and wild melds left short are charged.","title":"Going out beside an incomplete meld","reading":"003-20"},"special_hand":{"text":"Fourteen cards after the draw, all laid at once. The deal ends, and nothing else counts for that side.","title":"Special hands","reading":""},"special_after":{"text":"Allowed as a courtesy, with a word of warning.","title":"Special hand after the opening","reading":"003-14"},"pairs":{"text":"Only twos may be the wild pair; then sevens and aces must be there too.","title":"Pairs with wild cards","reading":"003-15"},"garbage":{"text":"Neither wild cards nor threes may lie in it.","title":"Garbage","reading":"003-16"},"end":"Somebody goes out, lays a special hand, or must draw and the stock is used up; then nobody is paid for going out.","match_end":"Totals are compared after the whole deal; the higher one wins."},"readings":{"opening":{"ruling":"003-1","text":"The text''s table of minimums is lost; these are those of pagat and the League, where a negative total needs the first one too."},"melds.max_cards":{"ruling":"003-3","text":"No meld has more than seven cards, as the text says twice; in one other place it speaks of canastas of more."},"melds.wild":{"ruling":"003-24","text":"Two naturals and two wild cards are legal, one natural and two wild cards are not."},"melds.clean_ranks":{"ruling":"003-6","text":"Aces that a side opened with wild cards are an ordinary meld for the whole deal."},"melds.sign":{"ruling":"003-5","text":"Canastas of every kind turn the sign of the melded cards, wild ones too."},"red_threes.sign":{"ruling":"003-5, 003-21","text":"Canastas of every kind turn the sign of the threes, wild ones too; a side that never opened has none."},"black_threes.sign":{"ruling":"003-5, 003-21","text":"Canastas of every kind turn the sign of the threes, wild ones too; a side that never opened has none."},"canastas.kinds.special.bonus":{"ruling":"003-4","text":"A canasta is of one kind only and earns one bonus: natural aces are 2,500, not 3,000, and a wild canasta is not also a mixed one."},"canastas.kinds.wild.bonus":{"ruling":"003-4","text":"A canasta is of one kind only and earns one bonus: natural aces are 2,500, not 3,000, and a wild canasta is not also a mixed one."},"extras.incomplete_aces":{"ruling":"003-12","text":"An incomplete meld is charged beside its card values, which count for or against the side as all others."},"extras.incomplete_sevens":{"ruling":"003-12","text":"An incomplete meld is charged beside its card values, which count for or against the side as all others."},"extras.aces_in_hand":{"ruling":"003-7, 003-8","text":"Aces or sevens held are charged once for each player and rank, from three upward; the cards'' own values and other penalties come on top."},"extras.sevens_in_hand":{"ruling":"003-7, 003-8","text":"Aces or sevens held are charged once for each player and rank, from three upward; the cards'' own values and other penalties come on top."},"special_hands":{"ruling":"003-13","text":"A side with a special hand scores its figure and nothing else: no bonus for going out, no threes, no melds, no hands."}},"house_rules":{"target_to_be_passed":{"label":"The match ends","ruling":"003-2","choices":[true,false],"labels":["with more than the target","at the target or over"],"text":"Our reading: the text says more than 8,500, and nothing in it speaks against that; most guides say reached or exceeded."},"hands.apart.threes.each":{"label":"Three in a hand","ruling":"003-9","choices":[5,100],"labels":["5 against","100 against"],"text":"Our reading: the text gives no value; pagat and the League charge 5, one guide 100."},"extras.incomplete_four_jokers.points":{"label":"Incomplete wild meld that holds all four jokers","ruling":"003-11","choices":[-2000,-2500],"labels":["2,000 against","2,500 against"],"text":"Our reading: the text has one figure for all incomplete wild melds, and the League too; pagat charges 2,500."},"special_hands.garbage.points":{"label":"Garbage hand","ruling":"003-17","choices":[2000,3000],"labels":["2,000","3,000"],"text":"Printed: 2,000, as in pagat; the League pays 3,000."}}}');
CREATE TABLE settings (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT;
INSERT INTO "settings" VALUES('secret_key','3b0c1676df1c3b101be69ccda6242ffe786eb272db7526a35c3f76151aa5b4ce');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX "idx_journal_match_number"
    ON "journal" ("match", "number");
CREATE TRIGGER journal_delete BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is kept in ink'); END;
CREATE TRIGGER journal_replace BEFORE INSERT ON journal WHEN EXISTS (SELECT 1 FROM journal WHERE number = new.number OR op_id = new.op_id) BEGIN SELECT RAISE(ABORT, 'the journal is kept in ink'); END;
CREATE TRIGGER rulebooks_update BEFORE UPDATE ON rulebooks BEGIN SELECT RAISE(ABORT, 'the rulebooks is kept in ink'); END;
CREATE TRIGGER rulebooks_delete BEFORE DELETE ON rulebooks BEGIN SELECT RAISE(ABORT, 'the rulebooks is kept in ink'); END;
CREATE TRIGGER rulebooks_replace BEFORE INSERT ON rulebooks WHEN EXISTS (SELECT 1 FROM rulebooks WHERE digest = new.digest) BEGIN SELECT RAISE(ABORT, 'the rulebooks is kept in ink'); END;
CREATE TRIGGER journal_update BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is kept in ink'); END;
CREATE INDEX "idx_drawn_matches_finished_played_on"
    ON "drawn_matches" ("finished", "played_on");
CREATE INDEX "idx_drawn_matches_played_on"
    ON "drawn_matches" ("played_on");
CREATE INDEX "idx_drawn_matches_variant_played_on"
    ON "drawn_matches" ("variant", "played_on");
CREATE INDEX "idx_drawn_sides_partnership"
    ON "drawn_sides" ("partnership");
CREATE INDEX "idx_drawn_seats_person_match_side"
    ON "drawn_seats" ("person", "match", "side");
CREATE INDEX "idx_drawn_seats_key"
    ON "drawn_seats" ("key");
CREATE INDEX "idx_drawn_deals_match"
    ON "drawn_deals" ("match");
CREATE INDEX "idx_drawn_standings_played_on_match"
    ON "drawn_standings" ("played_on", "match");
CREATE INDEX "idx_drawn_people_changed"
    ON "drawn_people" ("changed");
CREATE INDEX drawn_runs ON drawn_standings (partners, subject, run, played_on, "match") WHERE run IS NOT NULL;
CREATE INDEX drawn_variant_runs ON drawn_standings (variant, partners, subject, variant_run, played_on, "match") WHERE variant_run IS NOT NULL;
CREATE VIEW people (person, name, hidden, matches, won, rating, last_played) AS
           SELECT id, name, hidden, ifnull(played, 0), ifnull(wins, 0), rating / 100, t.played_on
           FROM drawn_people p LEFT JOIN drawn_standings t ON t.subject = cast(p.id AS TEXT) AND
             (t.played_on, t."match") = (SELECT played_on, "match" FROM drawn_standings
               WHERE subject = cast(p.id AS TEXT) ORDER BY played_on DESC, "match" DESC LIMIT 1);
CREATE VIEW matches ("match", played_on, place, note, variant, game, players, deals, finished, ended_early, winner) AS
           SELECT m.id, played_on, place, note, variant, variant_name, m.players, deals, finished, ended, w.name
           FROM drawn_matches m LEFT JOIN drawn_sides w ON w."match" = m.id AND w.side = m.winner;
CREATE VIEW sides ("match", side, name, total, won) AS
           SELECT s."match", side, name, total, iif(finished, ifnull(winner = side, 0), NULL)
           FROM drawn_matches m JOIN drawn_sides s ON s."match" = m.id;
CREATE VIEW seats ("match", seat, side, person, name) AS
           SELECT s."match", seat, side, person, p.name FROM drawn_seats s JOIN drawn_people p ON p.id = s.person;
CREATE VIEW deals (deal, "match", played_on, variant, number, side, name, dealer, score, total, opening_minimum, opened,
             went_out, concealed, canastas, red_threes, left_in_hand, note) AS
           SELECT d.id, d."match", played_on, variant, d.number, c.side, s.name, d.dealer, score, c.total, faced,
             opened, went_out, concealed, canastas, red_threes, left_in_hand, d.note
           FROM drawn_deals d JOIN drawn_matches m ON m.id = d."match" JOIN drawn_scores c ON c.deal = d.id
             JOIN drawn_sides s ON s."match" = d."match" AND s.side = c.side
           WHERE NOT struck_out;
CREATE VIEW lines (deal, "match", number, side, name, position, rule, count, each, points) AS
           SELECT d.id, d."match", number, l.side, s.name, position, key, count, each, points
           FROM drawn_lines l JOIN drawn_deals d ON d.id = l.deal
             JOIN drawn_sides s ON s."match" = d."match" AND s.side = l.side
           WHERE NOT struck_out;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('journal',10);
COMMIT;

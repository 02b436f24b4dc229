"""The columns that are understood, by what people call them in seven languages."""

import re
import unicodedata

from scorekeeper.typed import visible

_WORDS = {
    "match": "match, match id, match no, match nr, match number, partida, partie, partida no, partita, partidul",
    "played_on": "day, date, played on, played, when; fecha, dia; data, quando; ziua, zi, cand; giorno;"
    " datum, tag, wann; jour, quand",
    "place": "place, where, location; lugar, sitio, donde; local, onde; loc, locul, unde; luogo, posto, dove;"
    " ort, wo; lieu, endroit, ou",
    "game": "game, variant; juego, variante; jogo; joc, jocul, varianta; gioco; spielart; jeu",
    "target": "target, play to, goal; meta, objetivo, limite; alvo; tinta, limita; obiettivo, traguardo;"
    " ziel, zielpunkte; objectif, but",
    "rules": "rules, house rules; reglas; regras; reguli; regole; regeln, hausregeln; regles",
    "seats": "seats, number of players",
    "side_number": "side number, side no, side nr",
    "side": "side, team, partnership, pair, name; pareja, equipo, bando; dupla, equipa, equipe, parceria, lado;"
    " echipa, pereche, perechea, nume; coppia, squadra, nome; partei, partnerschaft, mannschaft, paar; camp, nom",
    "players": "players, player, people, names; jugadores, jugador; jogadores, jogador, nomes; jucatori, jucator;"
    " giocatori, giocatore, nomi; spieler, spielerin, spielerinnen, namen; joueurs, joueur, noms",
    "deal": "deal, deal no, deal nr, deal number, hand, round; mano, ronda, reparto; rodada, mao; tura, mana, runda;"
    " smazzata, giro; spiel, runde; donne, manche, coup, tour",
    "dealer": "dealer, dealt by, who dealt; repartidor, reparte; carteador; cel care imparte, imparte; mazziere;"
    " geber, geberin, kartengeber; donneur",
    "score": "score, points, result, deal score; puntos, puntuacion, tanteo, resultado; pontos, pontuacao, placar;"
    " scor, punctaj, puncte, rezultat; punti, punteggio, risultato; punkte, ergebnis, wertung; resultat",
    "agreed": "agreed, adjustment",
    "reason": "reason, adjustment reason",
    "total": "total, running total, sum, total score, total points; suma, acumulado; soma; totale, somma;"
    " gesamt, gesamtpunkte, summe, punktestand, stand, endstand; somme, cumul",
    "went_out": "went out, out, going out; cierre, cerro, salio; batida, bateu; inchidere, a inchis; chiusura,"
    " ha chiuso; ausgemacht, ausmachen, schluss; sortie, sorti",
    "concealed": "concealed, concealed out, going out concealed; oculta; batida fechada, fechada; inchidere din mana,"
    " din mana; chiusura in mano, in mano; verdeckt, handcanasta; sortie cachee, cachee",
    "note": "note, notes, comment, comments, remark, remarks; nota, notas, comentario, comentarios;"
    " observacoes, observacao; observatii, comentariu; commento, commenti; notiz, notizen, bemerkung,"
    " anmerkung, kommentar; remarque, remarques, commentaire",
    "won": "won, winner, win; gano, ganador; ganhou, vencedor; castigat, castigator; vinto, vincitore;"
    " gewonnen, sieger, gewinner; gagne, gagnant, vainqueur",
}


def plain(text: str) -> str:
    """A word without accents, capitals and whatever is no letter or digit: "Data:" -> "data"."""
    bare = (char for char in unicodedata.normalize("NFKD", visible(text).casefold()) if not unicodedata.combining(char))
    return " ".join(re.sub(r"[\W_]+", " ", "".join(bare)).split())


_KEYS = {word.strip(): key for key, words in _WORDS.items() for word in re.split("[,;]", words)}


def key_of(heading: str) -> str | None:
    """The column that a heading names; None where it is none of ours."""
    return _KEYS.get(plain(heading[:100]))

import { stayAwake } from "./parts/awake.js";
import { follow } from "./parts/follow.js";
import { installWorker } from "./parts/install.js";
import { lightLamp } from "./parts/lamp.js";

lightLamp();
follow();
stayAwake();
installWorker();

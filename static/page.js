import { installWorker } from "./parts/install.js";
import { lightLamp } from "./parts/lamp.js";

lightLamp();
installWorker();

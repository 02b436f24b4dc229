import { lightLamp } from "./parts/lamp.js";

lightLamp();

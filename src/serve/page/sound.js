// Short tones, made here; there are none unless they are asked for.
import { settings } from "./settings.js";

let air = null;

const TUNES = {
  turn: [[523, 0, 0.09], [784, 0.1, 0.16]],
  hit: [[110, 0, 0.18], [82, 0.06, 0.25]],
  card: [[330, 0, 0.05]],
  over: [[392, 0, 0.14], [494, 0.15, 0.14], [587, 0.3, 0.3]],
};

export function play(name) {
  if (!settings.sound || document.hidden) return;
  air ??= new AudioContext();
  const now = air.currentTime;
  for (const [pitch, from, long] of TUNES[name] ?? []) {
    const tone = air.createOscillator();
    const loud = air.createGain();
    tone.type = name === "hit" ? "sawtooth" : "triangle";
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.12, now + from);
    loud.gain.exponentialRampToValueAtTime(0.001, now + from + long);
    tone.connect(loud).connect(air.destination);
    tone.start(now + from);
    tone.stop(now + from + long);
  }
}

// Small sounds, made on the spot: a wooden step, an arrow that lands, the end. No files; silent unless switched on.

import { settings } from "./settings.svelte";

export type Sound = "move" | "end";

let context: AudioContext | null = null;

/** Plays a sound, if the person wants any. */
export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  const start = context.currentTime + 0.01;
  if (sound === "move") {
    knock(context, start, 190, 0.5);
    knock(context, start + 0.28, 720, 0.25);
  } else {
    [392, 494, 587].forEach((pitch, index) => bell(context!, start + 0.4 + index * 0.12, pitch));
  }
}

function knock(audio: AudioContext, start: number, pitch: number, loudness: number): void {
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, start + 0.07);
  gain.gain.setValueAtTime(loudness, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + 0.09);
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.1);
}

function bell(audio: AudioContext, start: number, pitch: number): void {
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(0.18, start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.7);
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.75);
}

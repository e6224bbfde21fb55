// Sounds of cards, generated here, and silent unless the settings switch them on.

import { setting } from "./settings.js";

/** The rising notes of a won game, in hertz: a broken chord of C major. */
const CHORD = [523.25, 659.26, 783.99, 1046.5];
const HOME = 587.33;
const LOW = 146.83;

/** @type {AudioContext} */
let audio;

/**
 * The sounds by name, functions of the start on the audio clock and, for some, the pitch.
 * @type {Record<string, (at: number, step: number) => void>}
 */
const SOUNDS = {
  move: (at) => tap(at, 0.35),
  home: (at, step) => note(HOME * 2 ** (step / 12), at, 0.22, 0.12),
  refused: (at) => note(LOW, at, 0.16, 0.14),
  won: (at) => CHORD.forEach((pitch, index) => note(pitch, at + index * 0.11, 0.7, 0.12)),
};

/**
 * Play a sound after this number of seconds.
 * @param {string} name @param {{after?: number, step?: number}} when
 */
export function sound(name, { after = 0, step = 0 } = {}) {
  if (!setting("sound")) return;
  audio ??= new AudioContext();
  audio.resume().catch(() => {}); // no sound is allowed before the first click of a visit
  SOUNDS[name](audio.currentTime + after, step);
}

/**
 * Play a note that dies away.
 * @param {number} pitch @param {number} at @param {number} length @param {number} volume
 */
function note(pitch, at, length, volume) {
  const source = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  play(source, at, length, volume);
}

/**
 * Play a card falling onto another: a short burst of noise.
 * @param {number} at @param {number} volume
 */
function tap(at, volume) {
  const length = 0.06;
  const noise = new AudioBuffer({ length: Math.ceil(audio.sampleRate * length), sampleRate: audio.sampleRate });
  const samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  play(source, at, length, volume, new BiquadFilterNode(audio, { type: "bandpass", frequency: 1800, Q: 0.8 }));
}

/**
 * @param {AudioScheduledSourceNode} source @param {number} at @param {number} length @param {number} volume
 * @param {AudioNode[]} filters
 */
function play(source, at, length, volume, ...filters) {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  [source, ...filters, gain, audio.destination].reduce((from, to) => from.connect(to));
  source.start(at);
  source.stop(at + length);
}

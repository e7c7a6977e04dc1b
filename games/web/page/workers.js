// Workers: each does one task with one part of a file, and is thrown away, because memory never shrinks.

import { state } from "./state.js";

const workers = new Set();
const source = URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" }));

/** Does a task, and passes each message to a function. The promise fails with the first mistake, or if it is canceled. */
export function work(task, message, part = {}) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(source);
    const end = (error) => {
      worker.terminate();
      workers.delete(end);
      if (error) reject(error);
      else resolve();
    };
    workers.add(end);
    worker.onmessage = ({ data }) => {
      if (data.error) end(new Error(data.error));
      else if (data.end) end();
      else message(data);
    };
    worker.onerror = (event) => end(new Error(`The page has failed: ${event.message}`));
    worker.postMessage({ module: state.module, task, ...part });
  });
}
/** Does a task with one answer, which may read a file. */
export async function answer(task, file = new Blob()) {
  let answer;
  await work(task, (message) => "read" in message || (answer = message), { file, from: 0, to: file.size });
  return answer;
}
/** Ends all tasks. */
export const cancel = () => workers.forEach((end) => end(new Error("Cancelled.")));

/** The number of workers, which the address may set. */
export const threads = () =>
  Math.max(1, Math.min(parseInt(byHash("workers")) || navigator.hardwareConcurrency || 1, 4));

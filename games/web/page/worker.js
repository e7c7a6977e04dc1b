// Does one task with a part of a file, and ends.
const STEP = 1 << 21;
onmessage = async ({ data: { module, task, file, from, to } }) => {
  const text = new TextEncoder().encode(JSON.stringify(task));
  const reader = new FileReaderSync();
  const decoder = new TextDecoder();
  let [memory, told, at, block, used] = [null, 0, from, new Uint8Array(), 0];
  function read(source, target, length) {
    if (source === 1 && used === block.length && at < to) {
      try {
        // Browsers forget what was read when scripts hold much memory, and so do these bytes, which are never touched.
        new ArrayBuffer(16 * STEP);
        // Where it is possible, what was read is given back at once.
        block.buffer.transfer?.(0);
        block = new Uint8Array(reader.readAsArrayBuffer(file.slice(at, Math.min(at + STEP, to))));
      } catch {
        return -1;
      }
      [at, used] = [at + block.length, 0];
      let lines = 0;
      for (let end = block.indexOf(10); end >= 0; end = block.indexOf(10, end + 1)) lines++;
      postMessage({ read: block.length, lines });
    }
    const [bytes, start] = source === 1 ? [block, used] : [text, told];
    const some = bytes.subarray(start, start + length);
    new Uint8Array(memory.buffer).set(some, target);
    if (source === 1) used += some.length;
    else told += some.length;
    return some.length;
  }
  function send(kind, start, length) {
    const bytes = new Uint8Array(memory.buffer, start, length);
    if (kind > 0) postMessage({ [["pgn", "counted"][kind - 1]]: new Blob([bytes]) });
    else postMessage(JSON.parse(decoder.decode(bytes)));
  }
  try {
    const { exports } = await WebAssembly.instantiate(module, { page: { read, send } });
    memory = exports.memory;
    exports.run();
  } catch (error) {
    postMessage({ error: `This file or question is too much for the browser (${error.message}).` });
  }
  postMessage({ end: true });
};

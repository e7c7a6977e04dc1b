const base64 = "{module}";

/** Decompresses text in Base64. */
function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")));
}

const { instance } = await WebAssembly.instantiate(await unpacked(base64).arrayBuffer());

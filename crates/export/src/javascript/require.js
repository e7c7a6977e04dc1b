const base64 = "{module}";

// At once, unlike the module for browsers.
const { inflateSync } = require("node:zlib");
const instance = new WebAssembly.Instance(new WebAssembly.Module(inflateSync(Buffer.from(base64, "base64"))));

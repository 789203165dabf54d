/** mupdf warns of all that a damaged file has, and here nearly all are damaged: its warnings would fill the log. */
Object.assign(globalThis, { $libmupdf_wasm_Module: { printErr() {} } });

/** mupdf warns of all that a damaged file has, and here nearly all are damaged: its warnings would fill the log. */
Object.assign(globalThis, { $libmupdf_wasm_Module: { printErr() {} } });

/** Its random numbers begin with the time at which it is loaded: salts of made documents are the same in each run. */
export const now = Date.now;
Date.now = () => 1e12;

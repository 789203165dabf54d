/** The bundler compiles modules when it builds the Worker; what is imported can be instantiated at any time. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

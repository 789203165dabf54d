/** The bundler compiles these modules when it builds the Worker. They can be instantiated at any time. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

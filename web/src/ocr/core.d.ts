declare module "tesseract.js-core/tesseract-core-simd-lstm.js" {
  const core: import("./recognise.ts").CoreFactory;
  export default core;
}

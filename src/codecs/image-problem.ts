/** Why an image was refused. The client sees it beside the image's name. */
export type ImageProblemCode =
  | "UNSUPPORTED_FORMAT"
  /** A legal file of a format that we read, but of a kind that neither PDF nor this engine can hold. */
  | "UNSUPPORTED_IMAGE"
  | "CORRUPTED_IMAGE"
  /** It exceeds a limit of caps.ts. */
  | "IMAGE_TOO_LARGE";

export class ImageProblem extends Error {
  readonly code: ImageProblemCode;
  constructor(code: ImageProblemCode, message: string) {
    super(message);
    this.name = "ImageProblem";
    this.code = code;
  }
}

export function corrupt(message: string): ImageProblem {
  return new ImageProblem("CORRUPTED_IMAGE", message);
}

export function unsupported(message: string): ImageProblem {
  return new ImageProblem("UNSUPPORTED_IMAGE", message);
}

export function tooLarge(message: string): ImageProblem {
  return new ImageProblem("IMAGE_TOO_LARGE", message);
}

export const CREATE_UPLOAD = "create_upload";

/** How an operation is called as a tool. */
export function toolName(operation: string): string {
  return operation.replaceAll("-", "_");
}

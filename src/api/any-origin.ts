/** Stands for the address of the API, which is known once a request comes. */
export const ANY_ORIGIN = "https://origin.invalid";

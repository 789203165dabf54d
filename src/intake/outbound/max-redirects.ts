export const MAX_REDIRECTS = 5;

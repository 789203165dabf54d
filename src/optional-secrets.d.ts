/** Secrets that a deployment may have. They must not be plain variables too: a secret cannot take a variable's name. */
interface __BaseEnv_Env {
  /** The link secret before the present one, accepted while links that it signed are still valid. */
  LINK_SECRET_PREVIOUS?: string;
}

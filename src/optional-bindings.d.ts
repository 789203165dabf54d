/** Bindings that a deployment may have. */
interface __BaseEnv_Env {
  /**
   * The previous link secret, accepted while links that it signed are still valid. It must not be a plain variable too:
   * a secret cannot have a variable's name.
   */
  LINK_SECRET_PREVIOUS?: string;
  /** The key that signs receipts of redactions, and after it those that signed before: Ed25519, PKCS #8 in base64. */
  RECEIPT_KEY?: string;
  /** Figures about each request: see wrangler.toml. */
  FIGURES?: AnalyticsEngineDataset;
}

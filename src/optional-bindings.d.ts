/** What a deployment may have. */
interface __BaseEnv_Env {
  /**
   * The link secret before the present one, accepted while links that it signed are still valid. It must not be a plain
   * variable too: a secret cannot take a variable's name.
   */
  LINK_SECRET_PREVIOUS?: string;
  /** Figures of each request: see wrangler.toml. */
  FIGURES?: AnalyticsEngineDataset;
}

/** Shown where nothing works, or nothing appears, before the page's script runs. */
export const NeedsScript = () => (
  <noscript>
    <p className="banner banner-warn">Activa JavaScript en tu navegador para usar esta página.</p>
  </noscript>
)

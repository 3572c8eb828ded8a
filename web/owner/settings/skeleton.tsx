/** Placeholders for a tab, if loading takes more than a moment. */
export function SettingsSkeleton() {
  return (
    <div className="stack set-main set-skeleton" role="status" aria-busy="true">
      <span className="sr">Cargando...</span>
      {[4, 2].map((fields) => (
        <div key={fields} className="card pad set-card">
          <span className="skeleton title" />
          <div className="two two2">
            {Array.from({ length: fields }, (_, i) => (
              <div key={i} className="field">
                <span className="skeleton label-bar" />
                <span className="skeleton input-bar" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

/** Within a card whose data did not come, in their place. */
export const NotLoaded = ({ what, onRetry }: { what: string; onRetry: () => void }) => (
  <div className="row wrap">
    <p className="small">No pudimos cargar {what}.</p>
    <button type="button" className="btn btn-2 btn-sm" onClick={onRetry}>
      Reintentar
    </button>
  </div>
)

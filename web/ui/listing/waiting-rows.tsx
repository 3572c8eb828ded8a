import './listing.css'

/** Placeholders for a list's rows while they load. */
export const WaitingRows = () => (
  <div className="waiting-rows" aria-hidden="true">
    {Array.from({ length: 6 }, (_, i) => (
      <div key={i}>
        <span className="skeleton" />
        <span className="skeleton" />
      </div>
    ))}
  </div>
)

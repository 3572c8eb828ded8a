import './listing.css'

/** In the place of a list's rows until they are there. */
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

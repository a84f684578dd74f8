/** Placeholders with the sizes of the content, so that the layout does not shift. */
export const OverviewWaiting = () => (
  <div className="overview waiting-shapes" role="status" aria-label="Loading">
    <div className="overview-column">
      <span className="waiting-now" />
      <span className="waiting-figures" />
      <div className="overview-pair">
        <span className="waiting-list" />
        <span className="waiting-list" />
      </div>
    </div>
    <div className="overview-column overview-side">
      <span className="waiting-card" />
      <span className="waiting-card" />
      <span className="waiting-list" />
    </div>
  </div>
)

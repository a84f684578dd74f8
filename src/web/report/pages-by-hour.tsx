const height = 48
const night = (hour: number) => hour >= 22 || hour < 7

/** A bar for each hour of the day, in the time zone of the person who was paged; nights are darker. */
export function PagesByHour({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts)
  return (
    <figure className="pages-by-hour">
      <svg
        viewBox={`0 0 ${counts.length * 10} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Pages by hour of the day: ${counts
          .flatMap((count, hour) => (count > 0 ? [`${hour}:00 ${count}`] : []))
          .join(", ")}`}
      >
        {counts.map((count, hour) => {
          const size = Math.max(1, (count / most) * height)
          return (
            <rect
              key={hour}
              data-night={night(hour) || undefined}
              x={hour * 10 + 1}
              y={height - size}
              width={8}
              height={size}
              rx={1}
            >
              <title>{`${hour}:00–${hour + 1}:00: ${count}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className="muted small">
        <span>0:00</span>
        <span>6:00</span>
        <span>Pages by hour</span>
        <span>18:00</span>
        <span>24:00</span>
      </figcaption>
    </figure>
  )
}

export type Mood = "good" | "warning" | "bad" | "unknown" | "off" | "maintenance"

/** Each status has its own shape, so that color is not needed to tell them apart. */
const shapes: Record<Mood, React.ReactNode> = {
  good: (
    <>
      <circle cx="8" cy="8" r="7" />
      <path className="cut" d="m4.800 8.300 2.200 2.200 4.200-4.700" />
    </>
  ),
  warning: (
    <>
      <path d="M8 1.200 15.400 14.400H.6z" strokeLinejoin="round" />
      <path className="cut" d="M8 6v3.700M8 11.800v.4" />
    </>
  ),
  bad: (
    <>
      <path d="M5 .9h6L15.100 5v6L11 15.100H5L.9 11V5z" />
      <path className="cut" d="m5.500 5.500 5 5m0-5-5 5" />
    </>
  ),
  unknown: <circle className="hollow" cx="8" cy="8" r="6" />,
  maintenance: (
    <>
      <rect x="1" y="1" width="14" height="14" rx="4" />
      <path className="cut" d="m5 11 4-4M9.700 4.300a2.300 2.300 0 1 0 2 2" />
    </>
  ),
  off: (
    <>
      <circle className="hollow" cx="8" cy="8" r="6" />
      <path className="bars" d="M6.400 5.700v4.600M9.600 5.700v4.600" />
    </>
  ),
}

export const Glyph = ({ mood, size = 16 }: { mood: Mood; size?: number }) => (
  <svg
    className="glyph"
    data-mood={mood}
    viewBox="0 0 16 16"
    width={size}
    height={size}
    aria-hidden="true"
  >
    {shapes[mood]}
  </svg>
)

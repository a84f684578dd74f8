import { encodeQr } from "./qr.ts"

const quiet = 4

/** A QR code as one path; always dark on light, which is what cameras expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const modules = encodeQr(text)
  if (modules === null) return null
  const size = modules.length + 2 * quiet
  const path = modules
    .flatMap((row, y) =>
      row.map((isDark, x) => (isDark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : "")),
    )
    .join("")
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

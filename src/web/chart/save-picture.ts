const margin = 16
const titleHeight = 32

/** Downloads a chart as PNG, with its title and on the page's background. */
export async function saveAsPicture(chart: HTMLCanvasElement, title: string): Promise<void> {
  const ratio = devicePixelRatio
  const picture = document.createElement("canvas")
  picture.width = chart.width + 2 * margin * ratio
  picture.height = chart.height + (titleHeight + 2 * margin) * ratio
  const ctx = picture.getContext("2d")
  if (ctx === null) return
  const { color, backgroundColor, fontFamily } = getComputedStyle(document.body)
  ctx.fillStyle = backgroundColor
  ctx.fillRect(0, 0, picture.width, picture.height)
  ctx.fillStyle = color
  ctx.font = `600 ${14 * ratio}px ${fontFamily}`
  ctx.textBaseline = "top"
  ctx.fillText(title, margin * ratio, margin * ratio)
  ctx.drawImage(chart, margin * ratio, (margin + titleHeight) * ratio)
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve))
  if (blob === null) return
  const link = document.createElement("a")
  link.href = URL.createObjectURL(blob)
  link.download = `${title.replaceAll(/[^\p{L}\p{N}]+/gu, "-").toLowerCase()}.png`
  link.click()
  URL.revokeObjectURL(link.href)
}

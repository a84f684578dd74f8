/** What the server accepts, in bytes. */
const mostBytes = 40_960
const heights = [160, 120, 80, 56]
const widest = 4

/** A file as base64, scaled down if it is too large; null if it is no image. */
export async function readLogo(file: File): Promise<string | null> {
  const isSmall = file.size <= mostBytes && /^image\/(?:png|jpeg|gif|webp)$/.test(file.type)
  if (isSmall) return toBase64(await file.arrayBuffer())
  const image = await loadImage(file)
  if (image === null) return null
  for (const height of heights) {
    const blob = await drawAt(image, height)
    if (blob !== null && blob.size <= mostBytes) return toBase64(await blob.arrayBuffer())
  }
  return null
}

/** As a data URL, because the dashboard's policy allows no blob images. */
async function loadImage(file: File): Promise<HTMLImageElement | null> {
  const image = new Image()
  image.src = `data:${file.type};base64,${toBase64(await file.arrayBuffer())}`
  try {
    await image.decode()
    return image
  } catch {
    // Not an image, whatever its name says.
    return null
  }
}

function drawAt(image: HTMLImageElement, height: number): Promise<Blob | null> {
  const ratio = image.naturalWidth / Math.max(1, image.naturalHeight)
  const canvas = document.createElement("canvas")
  canvas.height = height
  canvas.width = Math.max(1, Math.round(height * Math.min(ratio, widest)))
  const fit = canvas.width / Math.max(ratio, 0.01)
  const drawn = Math.min(height, fit)
  canvas
    .getContext("2d")
    ?.drawImage(image, 0, (height - drawn) / 2, Math.min(canvas.width, drawn * ratio), drawn)
  return new Promise((resolve) => canvas.toBlob(resolve, "image/webp", 0.9))
}

function toBase64(bytes: ArrayBuffer): string {
  let text = ""
  for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte)
  return btoa(text)
}

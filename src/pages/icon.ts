/** A colored disc as a data URL. @param color six hexadecimal digits. */
export const iconUrl = (color: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#${color}"/></svg>`,
  )}`

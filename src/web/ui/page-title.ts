import { useEffect } from "react"

let name = ""
let open = 0

function write(): void {
  const title = name === "" ? "Watchkeeper" : `${name} · Watchkeeper`
  document.title = open === 0 ? title : `(${open}) ${title}`
}

/** Sets the title of the tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    name = title
    write()
  }, [title])
}

/** Number of open incidents, shown before the page's name. */
export function setTitleCount(count: number): void {
  open = count
  write()
}

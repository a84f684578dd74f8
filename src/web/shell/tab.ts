import { useEffect } from "react"
import { setTitleCount } from "../ui/page-title.ts"

/** A background tab shows the number of open incidents, and a red icon while anything is offline. */
export function useTabMark(offline: number, openIncidents: number): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=icon]")
    if (link !== null) link.href = offline > 0 ? "/favicon-offline.svg" : "/favicon.svg"
  }, [offline])
  useEffect(() => {
    setTitleCount(openIncidents)
    return () => setTitleCount(0)
  }, [openIncidents])
}

import { lazyRouteComponent } from "@tanstack/react-router"
import { lazy, type FunctionComponent, type LazyExoticComponent, type ReactNode } from "react"
import { loadPart } from "./load-part.ts"

type PropsOf<Part> = Part extends (props: infer Props) => ReactNode ? Props : never

/** The component that the part exports by this name. */
export const lazyPart = <Part, Name extends keyof Part>(
  load: () => Promise<Part>,
  name: Name,
): LazyExoticComponent<FunctionComponent<PropsOf<Part[Name]>>> =>
  lazy(async () => {
    const part = await loadPart(load)
    return { default: part[name] as FunctionComponent<PropsOf<Part[Name]>> }
  })

/** The page that the part exports by this name. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadPart(load), name)

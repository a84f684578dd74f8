import { createRoute, type AnyRoute } from "@tanstack/react-router"
import { lazyPage } from "../lazy-part.ts"

/** Adds pages below a route: each has a path, and is what a part of the program exports by a name. */
export const pagesOf =
  <Parent extends AnyRoute>(parent: Parent) =>
  <const Path extends string, Part extends Record<string, unknown>>(
    path: Path,
    load: () => Promise<Part>,
    name: keyof Part & string,
  ) =>
    createRoute({ getParentRoute: () => parent, path, component: lazyPage(load, name) })

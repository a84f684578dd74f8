import { Navigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useSession } from "./session.ts"

/** For pages that make no sense to somebody who is signed in. */
export const OnlySignedOut = ({ children }: { children: ReactNode }) =>
  useSession().state === "signed-in" ? <Navigate to="/" replace /> : children

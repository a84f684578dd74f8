import { createRoute } from "@tanstack/react-router"
import { numberOf, oneOf, searchSchema, word } from "../layout/search-schema.ts"
import { projectRoute } from "./project-routes.ts"
import { lazyPage } from "../lazy-part.ts"
import { pagesOf } from "./pages-of.ts"

const urgency = oneOf("HIGH", "LOW")
const weeks = numberOf(1, 2, 4)

const page = pagesOf(projectRoute)

export const onCallRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call",
    validateSearch: searchSchema({ from: word, weeks }),
    component: lazyPage(() => import("../on-call/on-call-page.tsx"), "OnCallPage"),
  }),
  page("/on-call/policies", () => import("../on-call/policies.tsx"), "Policies"),
  page("/on-call/policies/new", () => import("../on-call/edit-policy.tsx"), "AddPolicy"),
  page("/on-call/policies/$policyId", () => import("../on-call/policy-page.tsx"), "PolicyPage"),
  page(
    "/on-call/policies/$policyId/edit",
    () => import("../on-call/edit-policy.tsx"),
    "EditPolicy",
  ),
  page("/on-call/rotations", () => import("../on-call/rotations.tsx"), "Rotations"),
  page("/on-call/rotations/new", () => import("../on-call/edit-rotation.tsx"), "AddRotation"),
  page(
    "/on-call/rotations/$rotationId",
    () => import("../on-call/rotation-page.tsx"),
    "RotationPage",
  ),
  page(
    "/on-call/rotations/$rotationId/edit",
    () => import("../on-call/edit-rotation.tsx"),
    "EditRotation",
  ),
  page("/on-call/teams", () => import("../on-call/teams.tsx"), "Teams"),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/simulate",
    validateSearch: searchSchema({ monitor: word, policy: word, urgency, at: word }),
    component: lazyPage(() => import("../on-call/simulate.tsx"), "Simulate"),
  }),
] as const

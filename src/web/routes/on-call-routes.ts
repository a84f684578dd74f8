import { createRoute } from "@tanstack/react-router"
import { numberOf, oneOf, searchSchema, word } from "../layout/search-schema.ts"
import { projectRoute } from "./project-routes.ts"
import { lazyPage } from "../lazy-part.ts"

const urgency = oneOf("HIGH", "LOW")
const weeks = numberOf(1, 2, 4)

export const onCallRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call",
    validateSearch: searchSchema({ from: word, weeks }),
    component: lazyPage(() => import("../on-call/on-call-page.tsx"), "OnCallPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/policies",
    component: lazyPage(() => import("../on-call/policies.tsx"), "Policies"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/policies/new",
    component: lazyPage(() => import("../on-call/add-policy.tsx"), "AddPolicy"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/policies/$policyId",
    component: lazyPage(() => import("../on-call/policy-page.tsx"), "PolicyPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/policies/$policyId/edit",
    component: lazyPage(() => import("../on-call/edit-policy.tsx"), "EditPolicy"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/rotations",
    component: lazyPage(() => import("../on-call/rotations.tsx"), "Rotations"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/rotations/new",
    component: lazyPage(() => import("../on-call/add-rotation.tsx"), "AddRotation"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/rotations/$rotationId",
    component: lazyPage(() => import("../on-call/rotation-page.tsx"), "RotationPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/rotations/$rotationId/edit",
    component: lazyPage(() => import("../on-call/edit-rotation.tsx"), "EditRotation"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/teams",
    component: lazyPage(() => import("../on-call/teams.tsx"), "Teams"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/simulate",
    validateSearch: searchSchema({ monitor: word, policy: word, urgency, at: word }),
    component: lazyPage(() => import("../on-call/simulate.tsx"), "Simulate"),
  }),
] as const

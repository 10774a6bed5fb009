export interface Surroundings {
  env: Record<string, string | undefined>
  platform: NodeJS.Platform
  exists: (path: string) => boolean
}
/** The Chromium of this machine, or null. One that the user named must exist. */
export declare function findChromium({ env, platform, exists }: Surroundings): string | null

import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: process.env['BUILD_INTO'] ?? 'build',
  ssr: true,
  splitRouteModules: false,
} satisfies Config

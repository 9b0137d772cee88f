import { viteConfig } from './build/vite-config.ts';

export default viteConfig;

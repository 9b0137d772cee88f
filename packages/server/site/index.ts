export { type DemoShop, demoShop } from './demo.ts';
export { sdkFiles, sdkReleases } from './sdk.ts';

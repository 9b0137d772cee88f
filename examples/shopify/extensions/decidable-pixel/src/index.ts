import { register } from '@shopify/web-pixels-extension';
import { follow } from './pixel.ts';

register(follow);

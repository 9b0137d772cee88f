<?php
/**
 * Plugin Name: Decidable for WooCommerce
 * Description: Lists in the order of each visitor: the SDK, a block, a product feed, and orders by webhook.
 * Version: 0.1.0
 * Requires at least: 6.5
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * License: Apache-2.0
 * Text Domain: decidable
 *
 * @package Decidable
 */

defined( 'ABSPATH' ) || exit;

require __DIR__ . '/includes/settings.php';
require __DIR__ . '/includes/sdk-script.php';
require __DIR__ . '/includes/shelf.php';
require __DIR__ . '/includes/feed.php';
require __DIR__ . '/includes/order-webhooks.php';

register_activation_hook( __FILE__, 'decidable_make_feed_token' );
add_action( 'admin_init', 'decidable_register_settings' );
add_action( 'admin_menu', 'decidable_add_settings_page' );
add_action( 'admin_notices', 'decidable_print_inactive_webhooks' );
add_filter( 'option_page_capability_decidable', 'decidable_settings_capability' );
add_filter( 'pre_update_option_decidable', 'decidable_take_secret' );
// Without WooCommerce there is nothing to list.
add_action( 'woocommerce_init', 'decidable_register_shelf' );
add_action( 'wp_head', 'decidable_print_sdk', 1 );
add_action( 'template_redirect', 'decidable_serve_feed' );
add_action( 'woocommerce_checkout_create_order', 'decidable_keep_session' );
add_action( 'woocommerce_store_api_checkout_update_order_meta', 'decidable_keep_session' );
add_action( 'before_woocommerce_init', 'decidable_declare_features' );
// The session is a choice of the visitor: the category "preferences" of the WP Consent API.
add_filter( 'wp_consent_api_registered_' . plugin_basename( __FILE__ ), '__return_true' );

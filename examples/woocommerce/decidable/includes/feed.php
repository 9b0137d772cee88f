<?php
/**
 * The catalogue as CSV, for "decidable catalogue import".
 *
 * @package Decidable
 */

defined( 'ABSPATH' ) || exit;

/** Products that are in memory at a time. */
const DECIDABLE_FEED_PAGE = 200;

function decidable_feed_address() {
	return add_query_arg( 'decidable_feed', get_option( 'decidable_feed_token', '' ), home_url( '/' ) );
}

/** Answers with the feed where the address has its token, and not at all where it has another. */
function decidable_serve_feed() {
	// phpcs:ignore WordPress.Security.NonceVerification -- a token of its own, for a program.
	$sent = isset( $_GET['decidable_feed'] ) ? (string) wp_unslash( $_GET['decidable_feed'] ) : null;
	if ( null === $sent ) {
		return;
	}
	$token = (string) get_option( 'decidable_feed_token', '' );
	if ( '' === $token || ! hash_equals( $token, $sent ) ) {
		status_header( 404 );
		nocache_headers();
		exit;
	}
	nocache_headers();
	header( 'Content-Type: text/csv; charset=utf-8' );
	$output = fopen( 'php://output', 'wb' );
	decidable_write_feed( $output );
	fclose( $output );
	exit;
}

/**
 * Writes a row a product: what is bought by itself, and of one with variations the product, whose price is the lowest.
 *
 * @param resource $output
 */
function decidable_write_feed( $output ) {
	$attributes = array();
	foreach ( wc_get_attribute_taxonomies() as $attribute ) {
		$attributes[ 'pa_' . $attribute->attribute_name ] = $attribute->attribute_label;
	}
	$fixed = array( 'id', 'sku', 'title', 'description', 'category', 'brand', 'price', 'availability', 'image', 'url' );
	decidable_write_row( $output, array_merge( $fixed, array_values( $attributes ) ) );
	for ( $page = 1; ; $page++ ) {
		$products = wc_get_products(
			array(
				'status'     => 'publish',
				'visibility' => 'catalog',
				'limit'      => DECIDABLE_FEED_PAGE,
				'page'       => $page,
				'orderby'    => 'ID',
				'order'      => 'ASC',
			)
		);
		foreach ( $products as $product ) {
			// What has a password is not for everybody.
			if ( '' === $product->get_post_password() ) {
				decidable_write_row( $output, decidable_feed_row( $product, array_keys( $attributes ) ) );
			}
		}
		if ( count( $products ) < DECIDABLE_FEED_PAGE ) {
			return;
		}
	}
}

/**
 * @param WC_Product $product
 * @param string[]   $attributes taxonomies, in the order of the columns
 * @return string[]
 */
function decidable_feed_row( $product, $attributes ) {
	$image = $product->get_image_id();
	$row   = array(
		decidable_product_id( $product ),
		$product->get_sku(),
		$product->get_name(),
		trim( wp_strip_all_tags( $product->get_short_description() ?: $product->get_description(), true ) ),
		decidable_category_path( $product->get_category_ids() ),
		taxonomy_exists( 'product_brand' ) ? implode( ', ', wp_list_pluck( wc_get_product_terms( $product->get_id(), 'product_brand' ), 'name' ) ) : '',
		$product->get_price(),
		$product->is_in_stock() ? 'in stock' : 'out of stock',
		$image ? (string) wp_get_attachment_image_url( $image, 'woocommerce_single' ) : '',
		$product->get_permalink(),
	);
	foreach ( $attributes as $taxonomy ) {
		$row[] = $product->get_attribute( $taxonomy );
	}
	return $row;
}

/**
 * The longest path of categories, from the outermost in: "Clothing > Hoodies".
 *
 * @param int[] $ids
 */
function decidable_category_path( $ids ) {
	$longest = array();
	foreach ( $ids as $id ) {
		$names = array();
		foreach ( array_reverse( array_merge( array( $id ), get_ancestors( $id, 'product_cat', 'taxonomy' ) ) ) as $each ) {
			$term    = get_term( $each, 'product_cat' );
			$names[] = $term instanceof WP_Term ? $term->name : '';
		}
		if ( count( $names ) > count( $longest ) ) {
			$longest = $names;
		}
	}
	return html_entity_decode( implode( ' > ', $longest ), ENT_QUOTES, 'UTF-8' );
}

/**
 * @param resource $output
 * @param string[] $cells
 */
function decidable_write_row( $output, $cells ) {
	fputcsv( $output, $cells, ',', '"', '' );
}
